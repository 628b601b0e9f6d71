import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished } from 'vitest';
import { readSwitches } from '../../src/app/switch-state.ts';
import { openCatalog, openWorkspace, type Writer } from '../../src/index.ts';
import type { PageFiles } from '../../src/surface/http/app.ts';
import { serveApi } from '../../src/surface/http/serve.ts';
import { makeTree, skillText } from './tree.ts';

export const TOKEN = 'x'.repeat(43);
const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../schemas/${name}.schema.json`), 'utf8'));

export function expectFits(name: string, record: unknown): void {
  const check = new Ajv2020({ strict: true, allErrors: true }).compile(read(name));
  check(record);
  expect(check.errors ?? []).toEqual([]);
}

export interface Job {
  readonly id: string;
  readonly state: string;
  readonly answer?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string };
}

/** A project with a draft beside its skills, served by a real server. */
export async function startApi({
  page,
  files = {},
  writer,
}: {
  readonly page?: PageFiles;
  readonly files?: Record<string, string | null>;
  readonly writer?: Writer;
} = {}) {
  const base = makeTree({
    'home/x': null,
    'project/.git/x': null,
    'project/drafts/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
    'skills/review/SKILL.md': skillText('review', 'Reviews a change.'),
    'skills/review/references/a.md': 'Notes.\n',
    'skills/bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio' }),
    'skills/bio/align/SKILL.md': skillText('align', 'Aligns reads.'),
    'skills/secret/SKILL.md': '---\nname: secret\ndescription: For people.\ndisable-model-invocation: true\n---\n\nX\n',
    ...files,
  });
  const cwd = join(base, 'project');
  const env = { HOME: join(base, 'home'), PATH: process.env['PATH'] ?? '' };
  const workspace = await openWorkspace({
    cwd,
    env,
    home: env.HOME,
    roots: [],
    cache: false,
    ...(writer === undefined ? {} : { writer }),
  });
  const lines: string[] = [];
  const stderr = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const running = await serveApi({
    open: async () => {
      const { state } = readSwitches(workspace.data, () => workspace.project?.key, []);
      const catalog = await openCatalog({
        roots: [
          { id: 'skills', kind: 'project', path: join(base, 'skills') },
          { id: 'project', kind: 'project', path: join(cwd, '.agents/skills') },
        ],
        cache: false,
        state,
      });
      return { catalog, view: catalog.view(), people: catalog.view({ audience: 'person' }) };
    },
    workspace,
    policy: {},
    port: 0,
    token: TOKEN,
    version: '1',
    stderr,
    quiet: true,
    ...(page === undefined ? {} : { page }),
  });
  onTestFinished(async () => {
    await running.close();
    await workspace.close();
  });
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const get = async (path: string) => {
    const response = await fetch(`${running.url}${path}`, { headers });
    const json = (await response.json()) as Record<string, Record<string, unknown>>;
    return { status: response.status, json };
  };
  const ask = async (path: string, body: object, method = 'POST'): Promise<Job> => {
    const given = method === 'POST' ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`${running.url}${path}`, { method, headers, ...given });
    const job = (await response.json()) as Job;
    if (response.status !== 202) return { ...job, state: String(response.status) };
    expectFits('job', job);
    const text = await (await fetch(`${running.url}/api/jobs/${job.id}/events`, { headers })).text();
    const last: Job = JSON.parse(text.trim().split('data: ').at(-1) ?? '');
    expectFits('job', last);
    expect((await get(`/api/jobs/${job.id}`)).json).toEqual(last);
    return last;
  };
  return {
    base,
    cwd,
    workspace,
    link: running.link,
    close: running.close,
    url: running.url,
    headers,
    get,
    ask,
    lines,
    data: workspace.data,
  };
}

/** `fetch` sets Host itself, so the hostile requests are made one level lower. */
export function status(url: string, headers: Record<string, string>, method = 'GET', body?: string) {
  return new Promise<{ readonly code: number; readonly headers: Record<string, unknown> }>((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      response.resume();
      resolve({ code: response.statusCode ?? 0, headers: response.headers });
    });
    request.on('error', reject);
    request.end(body);
  });
}
