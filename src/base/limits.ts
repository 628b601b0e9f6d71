// Every limit, with its unit in the name and the reason for its size.

/** A SKILL.md larger than this is listed as unreadable. The largest of 92,000 surveyed files that is prose has 177 kB. */
export const MAX_SKILL_BYTES: number = 1024 * 1024;
/** A supporting file larger than this is listed but not served. SEP-2640 asks hosts to support 16 MiB a skill. */
export const MAX_FILE_BYTES: number = 16 * 1024 * 1024;
/** Files listed for one skill. Ten times the 1,104 of the largest skill surveyed. */
export const MAX_FILES_PER_SKILL = 10_000;
/** Frontmatter that does not end within this many bytes is cut. The longest surveyed has 9,097. */
export const MAX_FRONTMATTER_BYTES: number = 64 * 1024;
/** Folders one root may hold. A registry of 100,000 skills has two to four times as many folders. */
export const MAX_FOLDERS_PER_ROOT = 2_000_000;
/** Depth of folders below a root. The deepest surveyed skill lies 8 down; the limit only stops runaway trees. */
export const MAX_DEPTH = 64;
/** Depth of a syntax tree that is followed: nobody writes deeper, and code that does may not end our stack. */
export const MAX_SYNTAX_DEPTH = 200;
/** Milliseconds of work between two pauses in which a server answers. */
export const SLICE_MS = 12;
/** Skills one root may hold. */
export const MAX_SKILLS_PER_ROOT = 1_000_000;

/** A COLLECTION.json, lock or inventory larger than this is refused unread. A lock of 100,000 members has about 30 MB. */
export const MAX_MARKER_BYTES: number = 256 * 1024;
/** A session manifest of 100,000 skills has about 15 MB. */
export const MAX_MANIFEST_BYTES: number = 32 * 1024 * 1024;
export const MAX_LOCK_BYTES: number = 256 * 1024 * 1024;

/** Characters (code points) of a collection's prompt line, in bundled roots and in others, whose authors are trusted less. */
export const MAX_PROMPT_LINE_CHARACTERS = 1_000;
export const MAX_FOREIGN_PROMPT_LINE_CHARACTERS = 400;

/** The whole prompt block, unless the caller says otherwise. */
export const DEFAULT_CONTEXT_CHARACTERS = 8_000;
/** One description in a prompt line or in a row of a page. */
export const MAX_ROW_DESCRIPTION_CHARACTERS = 200;

/** Rows of a page: default, and the most a caller may ask for. */
export const DEFAULT_PAGE_ROWS = 50;
export const MAX_PAGE_ROWS = 200;
/** A page also ends here, so that 200 long rows do not flood an agent. */
export const MAX_PAGE_CHARACTERS = 40_000;
/** One reply of a loaded skill or file. The rest follows by `next_offset`. */
export const MAX_REPLY_CHARACTERS = 24_000;

/** References named in an error. */
export const MAX_SUGGESTIONS = 3;

/** The Agent Skills format. */
export const MAX_NAME_CHARACTERS = 64;
export const MAX_DESCRIPTION_CHARACTERS = 1_024;
export const MAX_COMPATIBILITY_CHARACTERS = 500;

/** A skill beyond these is served but not in `skills/list`: hosts need not take more (SEP-2640). */
export const MAX_LISTED_FILES = 512;
export const MAX_LISTED_BYTES: number = 16 * 1024 * 1024;
/** Entries, and their files together, on one page of a protocol list. */
export const PROTOCOL_PAGE_ENTRIES = 100;
export const PROTOCOL_PAGE_FILES = 2_000;
/** A client that reads only the first page of `resources/list` shows this many; the rest follow by cursor. */
export const RESOURCE_PAGE_ENTRIES = 50;
/** Server instructions and one tool's description. Widespread hosts cut both at 2 KB. */
export const MAX_TOOL_TEXT_CHARACTERS = 2_000;
/** Skills outside collections that get a prompt of their own; with more, a menu of prompts is no menu. */
export const MAX_SKILL_PROMPTS = 40;
/** Hits of a search: default, and the most a caller may ask for. */
export const DEFAULT_SEARCH_HITS = 10;
/** Hits a model gets unless it asks for more: each costs it about 70 tokens, and 97 in 100 right ones are among five. */
export const DEFAULT_TOOL_HITS = 5;
export const MAX_SEARCH_HITS = 50;
/** A longer query is refused: ten long descriptions. */
export const MAX_QUERY_CHARACTERS = 10_000;
/** Values of one completion, as the protocol says. */
export const MAX_COMPLETIONS = 100;
/** Up to this many skills are checked for strict hosts when the server starts (0.6 ms each); larger catalogs when they are listed. */
export const MAX_CHECKED_AHEAD = 2_000;
/** Up to this many skills are read for evidence where somebody asked for a summary only (about 2 ms each). */
export const MAX_EVIDENCE_UNASKED = 1_000;

/** A program we start: how long it may take, what it may print, and what it and its children may hold in memory. */
export const DEFAULT_PROGRAM_MS = 60_000;
export const DEFAULT_PROGRAM_OUTPUT_BYTES: number = 64 * 1024 * 1024;
export const DEFAULT_PROGRAM_MEMORY_BYTES: number = 1024 * 1024 * 1024;
/** What is kept of its complaints. */
export const MAX_PROGRAM_COMPLAINT_BYTES: number = 64 * 1024;

/** An archive: packed, unpacked (a whole collection and room beside it), its entries, and one of them. */
export const MAX_ARCHIVE_BYTES: number = 64 * 1024 * 1024;
export const MAX_UNPACKED_BYTES: number = 128 * 1024 * 1024;
export const MAX_ARCHIVE_ENTRIES = 20_000;
export const MAX_ARCHIVE_FILE_BYTES: number = 16 * 1024 * 1024;

/** A fetch of one commit: its time, what it may put on disk, and the files of its tree. */
export const MAX_FETCH_MS = 180_000;
export const MAX_FETCHED_BYTES: number = 512 * 1024 * 1024;
export const MAX_REPOSITORY_FILES = 100_000;
/** The commits of a repository without their files: 400,000 commits have about 100 MB. */
export const MAX_HISTORY_BYTES: number = 256 * 1024 * 1024;

/** One answer of a web server: its time, its bytes (an archive), and how often it may send us elsewhere. */
export const MAX_ANSWER_MS = 60_000;
export const MAX_ANSWER_BYTES: number = 64 * 1024 * 1024;
export const MAX_REDIRECTS = 5;
/** An index of skills, and the skills in it. An index of 20,000 has about 8 MB. */
export const MAX_INDEX_BYTES: number = 16 * 1024 * 1024;
export const MAX_INDEX_SKILLS = 20_000;
/** Skills of another tool's lock. */
export const MAX_FOREIGN_LOCK_SKILLS = 10_000;
/** A kernel.py larger than this is not compiled: a module of that size is data, or no module. */
export const MAX_SIDECAR_BYTES: number = 1024 * 1024;

/** Skills offered in one turn: default, and the most. A model reads it each turn. */
export const DEFAULT_MENU_SKILLS = 3;
export const MAX_MENU_SKILLS = 6;

/** Characters of a document that a writer is given; what follows is left, and said. About 15,000 words. */
export const MAX_WRITER_CHARACTERS = 60_000;
/** A document that is read at all, in bytes. */
export const MAX_DOCUMENT_BYTES: number = 16 * 1024 * 1024;
/** A writer's time for one draft, and the bytes of its answer. A model on a small machine needs minutes. */
export const MAX_WRITER_MS = 300_000;
export const MAX_WRITER_BYTES: number = 1024 * 1024;

/** Files that one call imports, and the bytes of one: what a SKILL.md of ours may have. */
export const MAX_IMPORT_FILES = 1_000;
export const MAX_IMPORT_BYTES: number = 64 * 1024;
