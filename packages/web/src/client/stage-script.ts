import { basePath } from './base-path.ts';

declare global {
  interface ImportMetaEnv {
    /** Written in by the build; see packages/web/stage-script.ts. */
    readonly STAGE_SCRIPT: string;
  }
}

/** Where the one script is that a replay's stage runs. */
export const stageScript = `${basePath}${import.meta.env.STAGE_SCRIPT}`;
