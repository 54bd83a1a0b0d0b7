/** The view library as the rest of the page uses it: components as functions, markup as `html`. */
import { createContext, h, render } from "preact";
import htm from "htm";

export { createContext, render };
export {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "preact/hooks";
export const html = htm.bind(h);
