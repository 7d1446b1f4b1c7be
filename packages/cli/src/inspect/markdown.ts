import type { Inspection, ThirdParty } from '@sightglass/bundle';
import type { Evidence, Statement } from '@sightglass/wire';

/** The nine points as the code of a release shows them, then its libraries: one document, in Markdown. */
export function toDocument({ specification, thirdParty, problems, lengths }: Inspection, scripts: number): string {
  const total = lengths.product + lengths['third-party'] + lengths.unknown || 1;
  const share = (length: number) => `${((length / total) * 100).toFixed(1)} %`;
  const sections = specification.points.map(({ point, title, shown, reason, statements }) => {
    const sure = statements.filter(({ tier }) => tier !== 'suspected');
    const suspected = statements.length - sure.length;
    return [
      `## ${point}. ${title}`,
      ...(shown ? [sure.map(line).join('\n')] : [`*Not shown.* ${reason ?? ''}`]),
      ...(point === 1 && thirdParty.length > 0 ? [`Third-party code: ${thirdParty.map(named).join(', ')}.`] : []),
      ...(suspected > 0
        ? [`*${suspected} more suspected: in code of unknown owner. \`--format json\` lists them.*`]
        : []),
    ].join('\n\n');
  });
  return `${[
    `# ${plain(specification.project.name)}: what its code says`,
    `Release ${plain(specification.release ?? '')}, ${scripts} scripts, no session. ${share(lengths.product)} of the code is the product's, ${share(lengths['third-party'])} third-party, ${share(lengths.unknown)} of unknown owner.`,
    ...sections,
    '## Third-party code',
    thirdParty.length === 0 ? 'None was recognised.' : libraries(thirdParty),
    ...(problems.length === 0
      ? []
      : [
          '## What could not be read',
          problems.map(({ code, file, message }) => `- ${plain(file)}: ${plain(message)} (${code})`).join('\n'),
        ]),
  ].join('\n\n')}\n`;
}

function line({ text, tier, evidence }: Statement): string {
  return `- ${plain(text)} (${tier}; ${evidence.map(pointer).join(', ')})`;
}

function pointer(evidence: Evidence): string {
  return evidence.type === 'code'
    ? plain(`${evidence.file}:${evidence.line}:${evidence.column}`)
    : plain(`${evidence.session} at ${evidence.at}`);
}

function libraries(thirdParty: readonly ThirdParty[]): string {
  const rows = thirdParty.map(({ name, version, licence, length, about, places }) => {
    const [at] = places;
    return `| ${plain(name)} | ${version ?? ''} | ${cell(licence ?? '')} | ${(length / 1_000).toFixed(1)} | ${cell(about)} | ${at ? plain(`${at.file}:${at.line}:${at.column}`) : ''} |`;
  });
  return [
    '| package | version | licence | kB | what it says of itself | for example at |',
    '| --- | --- | --- | ---: | --- | --- |',
    ...rows,
  ].join('\n');
}

const named = ({ name, version }: ThirdParty) => plain(version === undefined ? name : `${name} ${version}`);
const cell = (text: string) => plain(text).replaceAll('|', '\\|');

/** Text of a bundle, without a meaning of its own in Markdown. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&').replace(/\s+/g, ' ');
}
