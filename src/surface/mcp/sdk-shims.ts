import { internalError } from '../../base/errors.ts';

// Stands in the CLI's bundle for a module of the MCP SDK that brings a JSON Schema validator of 150 kB. The SDK needs one
// for answers to questions that a server asks its client, and ours asks none.

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw internalError('the MCP SDK asked for a schema validator');
  }
}
