const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Top-level modules of Python itself: `sys.stdlib_module_names` of 3.13 joined with what 3.8 to 3.12 had, and `__future__`. */
export const PYTHON_STANDARD: ReadonlySet<string> = words(`
  __future__ __main__ abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
  binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections
  colorsys compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis distutils doctest dummy_threading email encodings ensurepip enum errno faulthandler
  fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob
  graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools
  json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
  msvcrt multiprocessing netrc nis nntplib ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser
  pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
  py_compile pyclbr pydoc pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets
  select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
  sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig
  syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time timeit tkinter token tokenize
  tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid venv warnings wave
  weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`);

/**
 * Modules that exist only inside another program, which brings its own Python: IDA, Ghidra, Blender, Houdini, Maya, GIMP,
 * QGIS, FreeCAD, Unreal, LLDB, GDB, Binary Ninja, PyMOL scripts' `cmd`, AWS Glue, Colab, Pyodide. No index has them.
 */
export const PYTHON_INSIDE_PROGRAMS: ReadonlySet<string> = words(`
  idaapi idautils idc ida_bytes ida_funcs ida_hexrays ida_kernwin ida_name ida_segment ida_typeinf ida_xref ghidra
  ghidra_bridge java javax jpype_imports bpy bmesh mathutils hou maya pymel gimpfu qgis FreeCAD FreeCADGui Part unreal
  lldb gdb binaryninja awsglue google_colab js pyodide_js rhinoscriptsyntax Rhino scriptcontext arcpy nuke c4d
  burp volatility_plugins micropython machine utime`);

/** Packages of R itself, of priority `base` (https://cran.r-project.org/doc/manuals/R-FAQ.html, section 5.1.1). */
export const R_STANDARD: ReadonlySet<string> = words(
  'base compiler datasets grdevices graphics grid methods parallel splines stats stats4 tcltk tools utils translations',
);

/** Modules of Node (`module.builtinModules`), without the prefix. */
export const NODE_STANDARD: ReadonlySet<string> = words(`
  assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
  fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl sea sqlite
  stream string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib`);

/** Names that stand for the reader's own code or package. */
const STAND_IN =
  /^(?:my|your|our|some|foo|bar|baz|example|sample|demo|custom|placeholder|todo)(?:[_-]?(?:app|module|package|project|pkg|lib|library|code|script|tool|tools|company|org|plugin|service|model|models|module\w*|mod|api|agent|data|utils|skill|pipeline|analysis))?s?$|^(?:my|your)[_-]\w+$|^(?:foo|bar|baz|x+|y+|z+)$|^(?:module|package|project|library|app|apps|src|source|lib|libs|utils?|helpers?|common|core|config|configs?|settings|constants|models?|schemas?|database|db|main|server|client|routes?|routers?|views?|controllers?|services?|repositories|repository|domain|infrastructure|adapters?|handlers?|middleware|tests?|conftest|scripts?|tools?|components?|features?|shared|types|api|backend|frontend|internal|skills?|local|functions?|pipeline|preprocessing|exceptions?|dependencies|entities|usecases|use_cases|auth|tasks|jobs|workers?|crud|events|storage|logger)$/i;

/** A name that stands for code of the reader's own, such as `myapp`, `src` or `utils`. */
export function isStandIn(name: string): boolean {
  return STAND_IN.test(name);
}
