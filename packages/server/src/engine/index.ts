export { awaitServer } from './outside.ts';
export { type Engine, type EngineLog, startEngine } from './supervise.ts';
