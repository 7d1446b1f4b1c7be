import { wordsOf } from '@sightglass/wire';
import { optionsOf, type Unit, type Value } from '../evaluate/value.ts';
import { type CallNode, isFunction } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { calleeOf } from './callee.ts';
import { textsAt } from './handed-in.ts';

/** One place at which a flag is asked for by its name. */
export interface Asked {
  name: string;
  default: boolean | number | string | undefined;
  provider: string | undefined;
}

/** Who tells flags, by what its client, its package or its methods are called. */
const providers: readonly [string, RegExp][] = [
  ['LaunchDarkly', /launch-?darkly|^ld-?client$|^ldclient$/i],
  ['OpenFeature', /open-?feature/i],
  ['Unleash', /unleash/i],
  ['GrowthBook', /growth-?book|^gb$/i],
  ['PostHog', /post-?hog/i],
  ['Split', /split-?(?:io|software|factory|client|react)/i],
  ['Optimizely', /optimizely/i],
  ['Flagsmith', /flagsmith/i],
  ['ConfigCat', /config-?cat/i],
  ['Statsig', /statsig/i],
];

/** `sure`: whatever it is called on, nothing else has a method of this name. `otherwise`: which argument is the default. */
interface Method {
  provider?: string;
  sure: boolean;
  otherwise?: number;
}

const methods = new Map<string, Method>([
  ...named('boolVariation stringVariation numberVariation jsonVariation', {
    provider: 'LaunchDarkly',
    sure: true,
    otherwise: 1,
  }),
  ...named('boolVariationDetail stringVariationDetail numberVariationDetail jsonVariationDetail', {
    provider: 'LaunchDarkly',
    sure: true,
    otherwise: 1,
  }),
  ...named('useBoolVariation useStringVariation useNumberVariation', {
    provider: 'LaunchDarkly',
    sure: true,
    otherwise: 1,
  }),
  ...named('variation variationDetail', { provider: 'LaunchDarkly', sure: false, otherwise: 1 }),
  ...named('getBooleanValue getStringValue getNumberValue getObjectValue', {
    provider: 'OpenFeature',
    sure: false,
    otherwise: 1,
  }),
  ...named('getBooleanDetails getStringDetails getNumberDetails getObjectDetails', {
    provider: 'OpenFeature',
    sure: false,
    otherwise: 1,
  }),
  ...named('useBooleanFlagValue useStringFlagValue useNumberFlagValue useObjectFlagValue', {
    provider: 'OpenFeature',
    sure: true,
    otherwise: 1,
  }),
  ...named('useBooleanFlagDetails useStringFlagDetails useNumberFlagDetails useObjectFlagDetails', {
    provider: 'OpenFeature',
    sure: true,
    otherwise: 1,
  }),
  ...named('useFeatureIsOn useFeatureValue getFeatureValue evalFeature', {
    provider: 'GrowthBook',
    sure: true,
    otherwise: 1,
  }),
  ...named('isOn isOff', { provider: 'GrowthBook', sure: false }),
  ...named('useFeatureFlagEnabled useFeatureFlagVariantKey useFeatureFlagPayload getFeatureFlagPayload', {
    provider: 'PostHog',
    sure: true,
  }),
  ...named('getTreatment getTreatmentWithConfig useTreatment', { provider: 'Split', sure: true }),
  ...named('useDecision', { provider: 'Optimizely', sure: true }),
  ...named('decide useExperiment', { provider: 'Optimizely', sure: false }),
  ...named('checkGate useGate useFeatureGate getFeatureGate', { provider: 'Statsig', sure: true }),
  ...named('getValueAsync', { provider: 'ConfigCat', sure: false, otherwise: 1 }),
  ...named('useFeatureFlag', { sure: true, otherwise: 1 }),
  ...named('useFlag useFeatureToggle isFeatureEnabled isFeatureOn isFeatureActive isFlagEnabled isFlagOn isToggleOn', {
    sure: true,
  }),
  ...named('featureEnabled flagEnabled hasFeatureFlag getFeatureFlag hasFlag getFlag hasFeature', { sure: true }),
  ...named('isEnabled useFeature useVariant getVariant getValue isFeature feature', { sure: false }),
]);

function named(names: string, method: Method): [string, Method][] {
  return names.split(' ').map((name) => [name, method]);
}

/** Ways to ask for several at once, in a list. */
const lists = /^(?:useFlags|useSplitTreatments|useTreatments|getTreatments)$/;

/** How a name is handed in. */
const isPlain = /^(?:Literal|TemplateLiteral|Identifier|MemberExpression)$/;

/** The flags that a call asks for: by the name of the method, and by whose it is where that alone says too little. */
export function flagsAsked(world: World, unit: Unit, call: CallNode): Asked[] {
  const [first] = call.arguments;
  if (!first || first.type === 'SpreadElement' || isFunction(first) || call.arguments.length > 4) return [];
  const callee = calleeOf(world, unit, call);
  const method = callee.name === undefined ? undefined : methods.get(callee.name);
  // A hook of a known library may have lost its name; what it is asked for by a name is a flag.
  const mayBeNameless = callee.receiver === undefined && (callee.name?.length ?? 0) < 4 && isPlain.test(first.type);
  if (!method && !mayBeNameless && !lists.test(callee.name ?? '')) return [];
  const provider = providerOf(callee.library) ?? providerOf(callee.of);
  if (lists.test(callee.name ?? '')) return listed(world.evaluator.worth(unit, first), provider ?? ofList(callee.name));
  const isNameless = mayBeNameless && provider !== undefined;
  if (!method && !isNameless) return [];
  const otherwise = call.arguments[method?.otherwise ?? 1];
  const given = otherwise && otherwise.type !== 'SpreadElement' ? world.evaluator.worth(unit, otherwise) : undefined;
  const isHinted = provider !== undefined || /flag|feature|toggle|experiment/i.test(callee.of ?? '');
  return textsAt(world, unit, first).flatMap(({ text, frame }): Asked[] => {
    const isSure = isNameless || method?.sure === true || isHinted || isAsked(text, callee.name ?? '', given);
    if (!isFlagName(text) || !isSure) return [];
    const told = frame && otherwise ? world.evaluator.worth(unit, otherwise, frame) : given;
    return [
      {
        name: text,
        default: method?.otherwise === undefined ? undefined : literalOf(told),
        provider: provider ?? method?.provider,
      },
    ];
  });
}

/** Anything may have a method of such a name: what it is asked for must read like a flag, and say what holds without it. */
function isAsked(text: string, method: string, otherwise: Value | undefined): boolean {
  if (wordsOf(text).length < 2 || !/^[a-z]/i.test(text)) return false;
  if (/^(?:isEnabled|isOn|isOff|useFeature)$/.test(method)) return true;
  const hasDefault = otherwise !== undefined && literalOf(otherwise) !== undefined;
  return (
    hasDefault &&
    /^(?:variation|variationDetail|getValueAsync|get(?:Boolean|String|Number)(?:Value|Details))$/.test(method)
  );
}

const isFlagName = (text: string): boolean => text.length <= 100 && /^[A-Za-z][\w.:/{}-]*$/.test(text);

export function providerOf(called: string | undefined): string | undefined {
  return called === undefined ? undefined : providers.find(([, form]) => form.test(called))?.[0];
}

const ofList = (name: string | undefined): string | undefined => (name === 'useFlags' ? 'Flagsmith' : 'Split');

/** `useFlags(['a', 'b'])`, `useSplitTreatments({names: ['a', 'b']})` */
function listed(given: Value, provider: string | undefined): Asked[] {
  const list = given.is === 'object' ? given.entries.get('names')?.value() : given;
  const items = list?.is === 'array' ? list.items : [];
  return items.flatMap((item) =>
    item.is === 'text' && item.parts.every((part) => typeof part === 'string') && isFlagName(item.parts.join(''))
      ? [{ name: item.parts.join(''), default: undefined, provider }]
      : [],
  );
}

/** What the code goes by where nobody sets the flag. A long text is content. */
export function literalOf(value: Value | undefined): boolean | number | string | undefined {
  const [first] = value ? optionsOf(value) : [];
  if (first?.is === 'boolean') return first.boolean;
  if (first?.is === 'number') return first.number;
  const isText = first?.is === 'text' && first.parts.every((part) => typeof part === 'string');
  const text = isText ? first.parts.join('') : '';
  return isText && text.length <= 40 && isFlagName(text) ? text : undefined;
}
