/** The path of another site that the dashboard lies under, as `/sightglass`; mostly ''. The server writes it into the page. */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** Where browsers, SDKs and programs find this server. */
export const homeAddress = (): string => `${location.origin}${basePath}`;
