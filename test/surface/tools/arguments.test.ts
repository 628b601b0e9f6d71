import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/surface/tools/arguments.ts';
import type { InputSchema } from '../../../src/surface/tools/schema.ts';

const schema: InputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'An id or a name.', maxLength: 10 },
    offset: { type: 'integer', description: 'Where to start.', minimum: 0 },
    limit: { type: 'integer', description: 'Rows.', minimum: 1, maximum: 200 },
    why: { type: 'boolean', description: 'With reasons.' },
    state: { type: 'string', description: 'Which.', enum: ['ready', 'unknown'] },
    only: { type: 'array', description: 'Ids.', items: { type: 'string' }, maxItems: 2 },
    modes: { type: 'array', description: 'Modes.', items: { type: 'string', enum: ['none', 'host_only'] } },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('arguments of a tool', () => {
  it.each([
    [{ name: 'x' }, { name: 'x' }],
    [
      { name: 'x', offset: 0, limit: 200 },
      { name: 'x', offset: 0, limit: 200 },
    ],
    [{ name: 'x', offset: null, why: null, only: null }, { name: 'x' }],
    [
      { name: 'x', limit: '20' },
      { name: 'x', limit: 20 },
    ],
    [{ name: '' }, { name: '' }],
    [
      { name: 'x', why: false },
      { name: 'x', why: false },
    ],
    [
      { name: 'x', why: 'True' },
      { name: 'x', why: true },
    ],
    [
      { name: 'x', state: ' Ready ' },
      { name: 'x', state: 'ready' },
    ],
    [
      { name: 'x', only: ['a', 'b'] },
      { name: 'x', only: ['a', 'b'] },
    ],
    [
      { name: 'x', only: 'a' },
      { name: 'x', only: ['a'] },
    ],
    [
      { name: 'x', modes: ['HOST_ONLY'] },
      { name: 'x', modes: ['host_only'] },
    ],
  ])('%j is right', (given, values) => {
    expect(readArguments(schema, given)).toEqual({ ok: true, values });
  });

  it.each([
    [{}, '"name" is missing: An id or a name'],
    [{ name: null }, '"name" is missing: An id or a name'],
    [{ name: 5 }, '"name" must be a text, not 5'],
    [{ name: ['a'] }, '"name" must be a text, not a list'],
    [{ name: '12345678901' }, '"name" must be a text of at most 10 characters, not one of 11'],
    [{ name: 'x', offset: -1 }, '"offset" must be a whole number of at least 0, not -1'],
    [{ name: 'x', offset: 1.5 }, '"offset" must be a whole number of at least 0, not 1.5'],
    [{ name: 'x', limit: 'many' }, '"limit" must be a whole number from 1 to 200, not "many"'],
    [{ name: 'x', limit: 201 }, '"limit" must be a whole number from 1 to 200, not 201'],
    [{ name: 'x', limit: {} }, '"limit" must be a whole number from 1 to 200, not an object'],
    [
      { name: 'x', page: 2 },
      '"page" is not an argument of this tool; it takes name, offset, limit, why, state, only, modes',
    ],
    [
      { name: 'x', constructor: 2 },
      '"constructor" is not an argument of this tool; it takes name, offset, limit, why, state, only, modes',
    ],
    [{ name: 'x', why: 'yes' }, '"why" must be true or false, not "yes"'],
    [{ name: 'x', state: 'broken' }, '"state" must be one of ready, unknown, not "broken"'],
    [{ name: 'x', only: [1] }, '"only" must be a list of texts, not one with 1'],
    [{ name: 'x', only: ['a', 'b', 'c'] }, '"only" must be a list of at most 2, not one of 3'],
    [{ name: 'x', modes: ['raw'] }, '"modes" must be a list of texts, each one of none, host_only, not "raw"'],
    [
      { name: 'x', ['l\u202Eimit\n']: 1 },
      '"limit" is not an argument of this tool; it takes name, offset, limit, why, state, only, modes',
    ],
  ])('%j is refused with what was expected', (given, problem) => {
    expect(readArguments(schema, given)).toEqual({ ok: false, problems: [problem] });
  });

  it('names every problem at once', () => {
    const read = readArguments(schema, { limit: 0, other: 1 });
    expect(read.ok === false && read.problems.length).toBe(3);
  });
});
