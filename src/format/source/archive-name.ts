/** Whether a file of this name is taken for an archive. What it is, its bytes tell. */
export function isArchiveName(name: string): boolean {
  return /\.(?:zip|skill|tar|tar\.gz|tgz)$/i.test(name);
}
