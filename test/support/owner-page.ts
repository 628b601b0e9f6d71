import { pageFiles } from '../../src/io/places/page-files.ts';
import { startApi } from './api.ts';

/** The owner's page over a real server, and the link that opens it. */
export async function startPage(files: Record<string, string | null> = {}) {
  const page = pageFiles();
  if (page === undefined) throw new Error('the page is not built: run npm run build');
  const api = await startApi({ page, files });
  if (api.link === undefined) throw new Error('the server gave no link');
  return { ...api, link: api.link };
}
