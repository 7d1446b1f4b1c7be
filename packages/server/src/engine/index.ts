export { type Engine, type EngineLog, type SuperviseOptions, startEngine } from './supervise.ts';
