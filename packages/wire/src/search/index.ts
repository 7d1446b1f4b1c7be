export { findSearchKey, type SearchKey, searchKeys, type ValueKind } from './keys.ts';
export { type Parsed, parseSearch, type SearchError, type SearchNode } from './parse.ts';
export { readSpan, type Test as SearchTest } from './value.ts';
