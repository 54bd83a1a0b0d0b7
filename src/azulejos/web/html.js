/** Preact and htm as the page uses them: components are functions, markup is html`...`. */
import { createContext, h, render } from "preact";
import htm from "htm";

/**
 * @typedef {import("preact").ComponentChildren} View   what a place in markup may hold
 * @typedef {{ current: HTMLElement | null }} ElementRef
 * @typedef {Event & { currentTarget: HTMLInputElement }} InputChange
 * @typedef {Event & { currentTarget: HTMLSelectElement }} SelectChange
 */

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
