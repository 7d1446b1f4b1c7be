/**
 * How a browser lays out a document: as the standards say, as browsers of the nineties did, or so in one thing alone (`limited`: a picture
 * leaves no room for a line below it).
 */
export type DocumentMode = 'quirks' | 'limited' | 'standards';

/** The type of a document, as the DOM says it: what is missing is empty. */
export interface DocumentType {
  name: string;
  publicId: string;
  systemId: string;
}

/**
 * By its type, which every browser goes by (HTML, "the initial insertion mode").
 *
 * @param type - Undefined: it has none.
 */
export function modeOfType(type: DocumentType | undefined): DocumentMode {
  if (type?.name.toLowerCase() !== 'html') return 'quirks';
  const publicId = type.publicId.toLowerCase();
  const systemId = type.systemId.toLowerCase();
  if (systemId === 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd') return 'quirks';
  if (old.test(publicId)) return 'quirks';
  if (transitional.test(publicId))
    return publicId.startsWith('-//w3c//dtd html') && systemId === '' ? 'quirks' : 'limited';
  return 'standards';
}

/** Of all whose types browsers know as old nobody has made another one since. */
const makers = [
  ...['silmaril', 'as', 'advasoft ltd', 'ietf', 'metrius', 'microsoft', 'netscape comm\\. corp\\.', 'spyglass', 'sq'],
  ...["o'reilly and associates", 'softquad', 'softquad software', 'sun microsystems corp\\.', 'webtechs'],
].join('|');
const old = new RegExp(
  String.raw`^(?:[+-]//(?:${makers})//dtd |-//w3[co]//dtd w3 html|-//w3c//dtd html (?:3|4\.0 (?:frameset|transitional)//|experimental )|-/w3c/dtd html 4\.0 transitional/en$|html$)`,
);
const transitional = /^-\/\/w3c\/\/dtd (?:html 4\.01|xhtml 1\.0) (?:frameset|transitional)\/\//;
