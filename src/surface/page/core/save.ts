import { open, skillAddress } from './api.ts';

/** Gives the archive of a skill to the browser to keep. */
export async function saveArchive(id: string): Promise<void> {
  const response = await open('GET', skillAddress(id, '/archive'));
  const named = /filename="([^"]+)"/u.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = named ?? 'skill.zip';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
