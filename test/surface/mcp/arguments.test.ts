import { describe, expect, it } from 'vitest';
import { type InputSchema, readArguments } from '../../../src/surface/mcp/arguments.ts';

const schema: InputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'An id or a name.', maxLength: 10 },
    offset: { type: 'integer', description: 'Where to start.', minimum: 0 },
    limit: { type: 'integer', description: 'Rows.', minimum: 1, maximum: 200 },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('arguments of a tool', () => {
  it.each([
    [{ name: 'x' }, { name: 'x' }, {}],
    [{ name: 'x', offset: 0, limit: 200 }, { name: 'x' }, { offset: 0, limit: 200 }],
    [{ name: 'x', offset: null }, { name: 'x' }, {}],
    [{ name: 'x', limit: '20' }, { name: 'x' }, { limit: 20 }],
    [{ name: '' }, { name: '' }, {}],
  ])('%j is right', (given, texts, numbers) => {
    expect(readArguments(schema, given)).toEqual({ ok: true, texts, numbers });
  });

  it.each([
    [{}, '"name" is missing: An id or a name'],
    [{ name: null }, '"name" is missing: An id or a name'],
    [{ name: 5 }, '"name" must be a text, not a number'],
    [{ name: ['a'] }, '"name" must be a text, not a list'],
    [{ name: '12345678901' }, '"name" must have at most 10 characters, not 11'],
    [{ name: 'x', offset: -1 }, '"offset" must be a whole number of at least 0, not -1'],
    [{ name: 'x', offset: 1.5 }, '"offset" must be a whole number of at least 0, not 1.5'],
    [{ name: 'x', limit: 'many' }, '"limit" must be a whole number from 1 to 200, not "many"'],
    [{ name: 'x', limit: 201 }, '"limit" must be a whole number from 1 to 200, not 201'],
    [{ name: 'x', limit: {} }, '"limit" must be a whole number from 1 to 200, not an object'],
    [{ name: 'x', page: 2 }, '"page" is not an argument of this tool; it takes name, offset, limit'],
    [{ name: 'x', constructor: 2 }, '"constructor" is not an argument of this tool; it takes name, offset, limit'],
  ])('%j is refused with what was expected', (given, problem) => {
    expect(readArguments(schema, given)).toEqual({ ok: false, problems: [problem] });
  });

  it('names every problem at once', () => {
    const read = readArguments(schema, { limit: 0, other: 1 });
    expect(read.ok === false && read.problems.length).toBe(3);
  });
});
