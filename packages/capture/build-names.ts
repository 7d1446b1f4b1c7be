/**
 * Names of our own properties that the build shortens: used in many places, known to no browser and to no record, and neither stored nor
 * part of what a page may call. Their places in this list are their short names, in all three files: for the minutes after an update a page
 * may have files of two versions, so a name keeps its place, and a new one comes at the end. One that only the recorder uses, whose objects are
 * its own, is made shorter there (`build.ts`).
 */
export const ownNames = [
  ...['listen', 'run', 'guard', 'say', 'signs', 'known', 'onStop', 'moment', 'owed', 'here', 'native', 'toJson'],
  ...['useSettled', 'leave', 'answered', 'typed', 'chosen', 'hideTyped', 'isData', 'touch', 'thrown', 'sent'],
  ...['understand', 'notLoaded', 'logged', 'clicked', 'restart', 'arrive', 'hear', 'isOurs', 'forbidden', 'failed'],
  ...['waits', 'means', 'interactive', 'startedMs', 'denied', 'undecided', 'decide', 'identify', 'alive'],
  ...['clockIsOff', 'switchedOff', 'heard', 'ask', 'onAnswer', 'onRefused', 'loadRecorder', 'tabStorage', 'newId'],
  ...['nameOf', 'textOf', 'textOfIds', 'withinOf', 'cssPath', 'isHidden', 'markOf', 'placeOf', 'pathPart'],
  ...['placeholderOf', 'scrubAddresses', 'scrubLabel', 'scrubWords', 'rememberTyped', 'isTelling'],
  ...['templatePath', 'isSecret', 'sheetChanged', 'markState', 'shadowOf', 'shadowMade', 'styleText', 'isWatched'],
  ...['mirror', 'sinceAnchor', 'handlers', 'scrubUrl', 'scrubTitle', 'movesWanted', 'whereStood', 'isEmpty'],
  ...['lastWrite', 'firstMode', 'policies', 'observed', 'hasText', 'readNow', 'attribute', 'renew', 'isNew'],
  ...['pictures', 'hides', 'anew', 'owe', 'wake', 'scene', 'prove', 'told', 'found', 'isReading', 'changedLists'],
  ...['policy', 'shares', 'local', 'later', 'kinds', 'kindOf', 'packed', 'gather', 'resend'],
  ...['idOf', 'timed', 'scrolled', 'again', 'meet', 'writer', 'kids', 'hold', 'clean', 'poll', 'modes', 'roots'],
  ...['written', 'fileOf', 'refusing', 'learn', 'sight', 'wrote', 'worst', 'slow', 'between', 'scan', 'tokens'],
  ...['gone', 'moved', 'begin', 'place', 'reading', 'said', 'parentOf', 'asked'],
  ...['ofRefusal', 'secret', 'secrets', 'whole', 'mayFetch', 'fontsOnly', 'was', 'look', 'largest', 'isRead'],
  ...['ruleChanged', 'tokenOf', 'isPending', 'hashing'],
  ...['letGo', 'asks', 'brought', 'publicRules', 'tellsText'],
];

/** `v`, `x` and `y` are names on the wire and in the browser; no other letter is. */
const letters = 'abcdefghijklmnopqrstuwzABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const shortNames = Object.fromEntries(ownNames.map((name, at) => [name, shortName(at)]));

function shortName(at: number): string {
  const round = Math.floor(at / letters.length);
  return `${letters[at % letters.length]}${round || ''}`;
}
