"""How functions are compiled: by numba, or not at all where numba is not installed.

What `inline_jit` and `jit_or_plain` mark runs as plain Python there; what `jit` marks refuses to.
"""

from bottleimp.compiler import is_compiler_available

if is_compiler_available():
    from bottleimp.kernel.compile.on_demand import (
        inline_jit,
        jit,
        jit_or_plain,
        register_policy_class,
    )
else:
    from bottleimp.kernel.compile.plain_python import (
        inline_jit,
        jit,
        jit_or_plain,
        register_policy_class,
    )

__all__ = ["inline_jit", "jit", "jit_or_plain", "register_policy_class"]
