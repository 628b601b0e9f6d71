/** How bad a finding is: `error` needs mending, `warning` was worked around, `info` is worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * Every diagnostic code there is, with its severity. The list is closed: a code that is not here cannot be reported,
 * so whoever filters by code can rely on it. Wording lives with the code that finds the thing.
 */
export const DIAGNOSTIC_CODES = {
  // Walking: what is on disk and why it is or is not a skill of its own.
  'scan/root-missing': 'info',
  'scan/root-not-a-directory': 'error',
  'scan/unreadable': 'error',
  'scan/nested-skill': 'info',
  'scan/miscased-file': 'warning',
  'scan/miscased-duplicate': 'warning',
  'scan/skill-not-a-file': 'error',
  'scan/dangling-link': 'warning',
  'scan/link-to-file': 'info',
  'scan/link-cycle': 'warning',
  'scan/revisit': 'info',
  'scan/pruned': 'info',
  'scan/too-large': 'error',
  'scan/limit-reached': 'error',
  'scan/empty-file': 'error',
  'scan/not-text': 'error',
  'scan/name-not-utf8': 'error',
  // COLLECTION.json
  'collection/broken-marker': 'error',
  'collection/duplicate-id': 'error',
  'collection/nested': 'warning',
  'collection/no-prompt-line': 'warning',
  'collection/prompt-line': 'warning',
  'collection/unknown-key': 'info',
  'collection/bad-field': 'warning',
  'collection/outside-tree': 'warning',
  // Fences and fields.
  'frontmatter/missing': 'error',
  'frontmatter/unterminated': 'error',
  'frontmatter/glued-fence': 'warning',
  'frontmatter/leading-blank': 'warning',
  'frontmatter/bom': 'info',
  'frontmatter/not-a-map': 'error',
  'frontmatter/merge-conflict': 'error',
  'frontmatter/stray-text': 'warning',
  'frontmatter/duplicate-key': 'warning',
  'frontmatter/wrong-type': 'warning',
  'frontmatter/unreadable-field': 'error',
  'frontmatter/second-block': 'warning',
  'frontmatter/no-name': 'warning',
  'frontmatter/no-description': 'error',
  'frontmatter/misspelt-key': 'warning',
  'frontmatter/unknown-key': 'info',
  'frontmatter/invalid-name': 'warning',
  'frontmatter/name-not-folder': 'warning',
  'frontmatter/long-description': 'warning',
  'frontmatter/long-compatibility': 'warning',
  'frontmatter/too-long': 'error',
  'frontmatter/placeholder': 'warning',
  'frontmatter/stripped-characters': 'warning',
  'yaml/unquoted-colon': 'warning',
  'yaml/comment-in-value': 'warning',
  'yaml/reserved-start': 'warning',
  'yaml/flow-then-text': 'warning',
  'yaml/indentation': 'warning',
  'yaml/bad-escape': 'warning',
  'yaml/alias': 'warning',
  'yaml/other': 'warning',
  'encoding/invalid-utf8': 'error',
  'encoding/replacement-character': 'warning',
  'text/hidden-character': 'warning',
  // Names in a catalog.
  'catalog/shadowed': 'info',
  'catalog/ambiguous-name': 'warning',
  'catalog/unknown-entry': 'warning',
  // Network inventory.
  'inventory/broken': 'error',
  'inventory/unknown-mode': 'warning',
} as const satisfies Record<string, Severity>;

/** A code of the closed list above. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
