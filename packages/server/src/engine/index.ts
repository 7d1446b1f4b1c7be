export { awaitServer, type Outside } from './outside.ts';
export { type Engine, type EngineLog, type SuperviseOptions, startEngine } from './supervise.ts';
