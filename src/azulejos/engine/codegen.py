"""Whole-program compilation: a function is optimised once, together with everything it calls.

Numba compiles bottom-up: it optimises every function with all its callees inlined, emits machine
code for it, and then optimises the result again inside each caller. With call trees as deep as a
search's, that is most of the time of a compilation. Here a function has two forms:

- `LinkedFunction`, called by compiled code: typed and lowered to LLVM's language, nothing more;
- `EntryFunction`, called by Python: linked with the linked functions below it, then optimised and
  emitted as machine code, which is all that the cache has to keep.

Integers are passed to linked functions as int64, so that `int8` fields and literals do not multiply
their specialisations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from llvmlite.binding import Linkage
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import AbstractTemplate, infer_global

#: Types, contexts, signatures, modules and libraries of Numba, which declares no types for them.
NumbaObject: TypeAlias = Any


class _UnoptimisedLibrary(JITCodeLibrary):
    """A library that leaves the optimisation of single functions to that of the module."""

    def add_llvm_module(self, ll_module: NumbaObject) -> None:
        self._final_module.link_in(ll_module)


class _LinkedLibrary(_UnoptimisedLibrary):
    """The code of a linked function: neither optimised nor emitted on its own."""

    def finalize(self) -> None:
        self._finalized = True

    @cached_property
    def own_module(self) -> NumbaObject:
        """The function alone."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"  # mergeable, removed where unused
        return self._final_module

    def _get_module_for_linking(self) -> NumbaObject:
        """The function with all that it calls, for functions that Numba itself compiles."""
        if self._shared_module is None:
            self._shared_module = self.own_module.clone()
            _link(self._shared_module, _closure(self._linking_libraries))
        return self._shared_module


class _EntryLibrary(_UnoptimisedLibrary):
    """The code of an entry and of all functions below it."""

    def finalize(self) -> None:
        _link(self._final_module, _closure(self._linking_libraries))
        self._linking_libraries = []
        super().finalize()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        # Without Numba's first, cheap pass, which prepares the pruning of reference counts.
        codegen: NumbaObject = self._codegen
        passes, builder = codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def _closure(libraries: Iterable[NumbaObject]) -> list[NumbaObject]:
    """Some libraries and all that they need, each once."""
    found: dict[NumbaObject, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, _LinkedLibrary):
                waiting += library._linking_libraries
    return list(found)


_registered: NumbaObject = register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]


def _link(module: NumbaObject, libraries: Iterable[NumbaObject]) -> None:
    """Add the code of some libraries to a module."""
    for library in libraries:
        is_linked = isinstance(library, _LinkedLibrary)
        code = library.own_module if is_linked else library._get_module_for_linking()
        module.link_in(code, preserve=True)


class _Lowering(NativeLowering):
    """Numba's lowering into a library of ours."""

    library_class: ClassVar[type[JITCodeLibrary]]

    def run_pass(self, state: NumbaObject) -> bool:
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))  # type: ignore[no-untyped-call]


@_registered
class _EntryLowering(_Lowering):
    _name = "azulejos_entry_lowering"  # type: ignore[assignment]
    library_class = _EntryLibrary


@_registered
class _LinkedLowering(_Lowering):
    _name = "azulejos_linked_lowering"  # type: ignore[assignment]
    library_class = _LinkedLibrary

    def run_pass(self, state: NumbaObject) -> bool:
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, key = state["cr"], object()  # compiled callers find the function by this key
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=key)
        return True


def _pipeline(state: NumbaObject, lowering: type[_Lowering]) -> list[PassManager]:
    """Numba's passes for compiled functions, with another lowering."""
    builder: NumbaObject = DefaultPassBuilder
    manager: NumbaObject = PassManager(lowering._name)  # type: ignore[no-untyped-call]
    for part in (
        builder.define_untyped_pipeline(state),
        builder.define_typed_pipeline(state),
        builder.define_nopython_lowering_pipeline(state),
    ):
        manager.passes += [
            (lowering if kind is NativeLowering else kind, text) for kind, text in part.passes
        ]
    manager.finalize()
    return [manager]


class _EntryCompiler(CompilerBase):
    def define_pipelines(self) -> list[PassManager]:
        return _pipeline(self.state, _EntryLowering)


class _LinkedCompiler(CompilerBase):
    def define_pipelines(self) -> list[PassManager]:
        return _pipeline(self.state, _LinkedLowering)


class LinkedFunction(CPUDispatcher):
    """A function as compiled code calls it."""

    def __init__(self, function: Callable[..., object], options: dict[str, object]) -> None:
        options = {**options, "no_cpython_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=_LinkedCompiler)

    def add_overload(self, cres: NumbaObject) -> None:
        """Keep a specialisation, without the table for calls from Python."""
        self.overloads[tuple(cres.signature.args)] = cres

    def get_call_template(self, args: NumbaObject, kws: NumbaObject) -> NumbaObject:
        """The signature for a call with these types, compiled if needed."""
        widened = {name: _widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(_widened, args)), widened)


def _widened(kind: NumbaObject) -> NumbaObject:
    """int64 for every type of integer that fits into it."""
    if isinstance(kind, types.Integer):
        number: NumbaObject = kind
        return types.int64 if number.signed or number.bitwidth < 64 else kind
    return kind


class EntryFunction(CPUDispatcher):
    """A function as Python calls it; compiled code that calls it gets the linked form."""

    def __init__(self, function: Callable[..., object], options: dict[str, object]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_EntryCompiler)

    @cached_property
    def linked(self) -> NumbaObject:
        """The `LinkedFunction` of the same function."""
        return LinkedFunction(self.py_func, self.targetoptions)

    @property
    def is_compiling(self) -> NumbaObject:
        """Whether a call is one of the function to itself, in either form."""
        calls: NumbaObject = self.typingctx.callstack
        return len(calls) > 0 and calls[0].func_id.func is self.py_func

    def get_call_template(self, args: NumbaObject, kws: NumbaObject) -> NumbaObject:
        """The signature for a call from compiled code."""
        return self.linked.get_call_template(args, kws)

    def get_overload(self, sig: NumbaObject) -> NumbaObject:
        """The key by which compiled code finds a specialisation."""
        return self.linked.get_overload(sig)


def replace_in_compiled_code(
    plain: Callable[..., object], choose: Callable[[tuple[NumbaObject, ...]], NumbaObject]
) -> None:
    """Let compiled code call an entry instead of a plain function, chosen by the arguments' types.

    The same as `numba.extending.overload`, but with linked functions.
    """

    class Template(AbstractTemplate):
        key = plain

        def generic(self, args: NumbaObject, kws: NumbaObject) -> NumbaObject:
            return self._function(args).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: NumbaObject) -> NumbaObject:
            return self._function(sig.args).get_impl_key(sig)

        def _function(self, args: NumbaObject) -> NumbaObject:
            return choose(args)._numba_type_

    infer_global(plain, types.Function(Template))  # type: ignore[no-untyped-call]
