import type { Node } from 'oxc-parser';
import type { Budget } from '../evaluate/evaluator.ts';
import type { Spot, Unit } from '../evaluate/value.ts';
import { createWorld, type World } from '../evaluate/world.ts';
import type { ReadFile } from '../face.ts';
import { mostSteps } from '../limits.ts';
import { routesOfPages } from './app-pages.ts';
import { callsIn } from './calls.ts';
import { constantsIn, constantsOfSources } from './constants.ts';
import { documentsIn } from './documents.ts';
import { elementsIn } from './element.ts';
import { createElsewhere } from './elsewhere.ts';
import { errorsIn } from './errors.ts';
import type { CallFact, CodeFacts, ConstantFact, RouteFact, RuleFact } from './fact.ts';
import type { Held } from './flag-objects.ts';
import { flagsIn, flagsOfSources } from './flags.ts';
import { createForms } from './forms.ts';
import { machinesIn } from './machines.ts';
import { modelsIn } from './models.ts';
import { graphqlIn } from './operations.ts';
import { createReach, sentBeside, sentBy } from './reach.ts';
import { reducersIn } from './reducers.ts';
import { type Roles, rolesIn } from './roles.ts';
import { routesIn } from './routes.ts';
import { rulesIn } from './rules.ts';
import { shownTo } from './shown-to.ts';
import { sourcesOf } from './sources.ts';
import { storageIn } from './storage.ts';
import { type DeclaredTypes, declaredIn, typesIn } from './types.ts';
import { typesAsked } from './types-asked.ts';
import { wordingIn } from './wording.ts';

export type { CodeFacts } from './fact.ts';

/**
 * All that the code of one release shows of the product; nothing of what is a library's.
 *
 * @param budget - What looking values up may cost; what is left of it afterwards stands in it.
 */
export function factsOf(files: readonly ReadFile[], budget: Budget = { steps: mostSteps }): CodeFacts {
  const world = createWorld(files, budget);
  const elements = elementsIn(world);
  const documents = documentsIn(world.units);
  const { lots, markup } = sourcesOf(files);
  const told = toldBy(world, lots());
  const routes = withDocuments(routesIn(world, elements), [...documents.routes, ...routesOfPages(world.units)]);
  const graphql = graphqlIn(world);
  const calls = callsIn(world, graphql, elements).filter((call) => !goesThere(call, routes));
  const reach = createReach(world, calls);
  const exactly = createReach(world, calls, true);
  const forms = createForms(elements, createElsewhere(world));
  const rules = withCallsOfForms(
    withoutHubs(
      rulesIn(world, elements, markup, forms).flatMap((rule) => {
        const beside = sentBeside(world, exactly, rule.beside ?? []);
        const sent: (CallFact | undefined)[] = beside ? [beside] : sentBy(reach, exactly, rule.within, rule.field);
        // What is sent has a name in every build; a schema only where a map tells it.
        const isGuess = rule.form !== undefined && forms.isGuessed(rule.at.unit, rule.at.node, rule.form);
        return (sent.length === 0 ? [undefined] : sent).map((call) => ({
          ...rule,
          call,
          form: call && isGuess ? undefined : rule.form,
        }));
      }),
    ),
  );
  const roles = rolesIn(world, elements);
  return {
    calls: calls.map((call) => withCheckedFields(call, rules)),
    routes,
    rules,
    errors: errorsIn(world),
    roles: roles.roles,
    access: [...roles.access, ...shownTo(world, elements, exactly, namesOf(roles))],
    machines: [...machinesIn(world, forms), ...reducersIn(world, forms)].map((machine) => ({
      ...machine,
      calls: [...new Set(machine.within.flatMap(exactly))],
    })),
    constants: constantsIn(world, elements, told.constants),
    wording: [...wordingIn(world, elements), ...documents.wording],
    types: [...modelsIn(world), ...typesIn(told.types), ...typesAsked(graphql)],
    flags: flagsIn(world, { elements, routes, calls }, told.flags),
    storage: storageIn(world),
  };
}

const namesOf = ({ roles }: Roles): string[] => roles.map(({ name }) => name);

/** What sources say that no bundle does, one lot after the other. */
function toldBy(world: World, lots: Iterable<Unit[]>) {
  const told = { constants: [] as ConstantFact[], flags: [] as Held[], types: new Map() as DeclaredTypes };
  for (const lot of lots) {
    told.constants.push(...constantsOfSources(world, lot));
    told.flags.push(...flagsOfSources(world, lot));
    for (const [name, one] of declaredIn(lot)) told.types.set(name, one);
  }
  return told;
}

/** One call sends no more forms than these of which it names no field. */
const mostForms = 8;

/** Schemas of fifty events go through one function, and near it something is saved: none of them is the form of that call. */
function withoutHubs(rules: readonly RuleFact[]): RuleFact[] {
  const schemas = new Map<CallFact, Set<Node>>();
  const isSent = ({ call, field }: RuleFact) => call?.body.some(({ name }) => name === field) ?? false;
  for (const rule of rules) {
    const schema = rule.call && !isSent(rule) ? (rule.schema ?? objectAround(rule.at)) : undefined;
    if (rule.call && schema) schemas.set(rule.call, (schemas.get(rule.call) ?? new Set()).add(schema));
  }
  return rules.map((rule) =>
    rule.call && !isSent(rule) && (schemas.get(rule.call)?.size ?? 0) > mostForms ? { ...rule, call: undefined } : rule,
  );
}

/** What a template says of a field of a form goes where all else that is said of that form does. */
function withCallsOfForms(rules: readonly RuleFact[]): RuleFact[] {
  const calls = new Map<string, Set<CallFact>>();
  const keyOf = ({ form, at }: RuleFact) => `${at.unit.read.file.path} ${form}`;
  for (const rule of rules)
    if (rule.form !== undefined && rule.call)
      calls.set(keyOf(rule), (calls.get(keyOf(rule)) ?? new Set()).add(rule.call));
  return rules.map((rule) => {
    const [call, other] = (rule.form !== undefined && calls.get(keyOf(rule))) || [];
    return rule.call || !call || other ? rule : { ...rule, call };
  });
}

function objectAround({ unit, node }: Spot): Node | undefined {
  let at = unit.scopes.parentOf(node);
  while (at && at.type !== 'ObjectExpression') at = unit.scopes.parentOf(at);
  return at;
}

/** A form that hands all that it holds to a call sends the fields that it checks. */
function withCheckedFields(call: CallFact, rules: readonly RuleFact[]): CallFact {
  if (call.handedAs === undefined && (!call.isHanded || call.body.length > 0)) return call;
  const checked = rules.filter((rule) => rule.call === call && !rule.field.includes('.'));
  const named = new Map(checked.map(({ field, at }) => [(call.handedAs ?? '') + field, at]));
  for (const name of [...call.body.map((field) => field.name), ...(call.leftOut ?? [])]) named.delete(name);
  const more = [...named].map(([name, at]) => ({ name, type: '' as const, values: undefined, at }));
  return { ...call, body: [...call.body, ...more] };
}

const shape = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

/** `goto('/orders/4')` of a framework ends in a request as well; what is asked for there is a screen. */
function goesThere({ isThrough, method, host, path }: CallFact, routes: readonly RouteFact[]): boolean {
  if (!isThrough || method !== 'GET' || host !== '') return false;
  return routes.some((route) => shape(route.path) === shape(path));
}

/** What a manifest lists is told where the scripts do not show it. */
function withDocuments(routes: RouteFact[], listed: readonly RouteFact[]): RouteFact[] {
  const known = new Set(routes.map(({ path }) => shape(path)));
  return [...routes, ...listed.filter(({ path }) => !known.has(shape(path)))];
}
