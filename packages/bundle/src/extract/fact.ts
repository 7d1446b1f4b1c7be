import type { FlagGate, StorageArea, StoredKind } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import type { Spot } from '../evaluate/value.ts';
import type { FunctionNode } from '../evaluate/walk.ts';

/** A field of a body or a name in a query, as far as the code tells. `name` as a path: `deliveryAddress.street`, `lines[].partNo`. */
export interface FieldFact {
  name: string;
  /** Empty where the code does not tell. */
  type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | '';
  /** Closed set of texts, where the code has one. */
  values: string[] | undefined;
  at: Spot;
}

export interface CallFact {
  method: string;
  /** Empty: the page's own. */
  host: string;
  /** With `{name}` for what varies. */
  path: string;
  query: FieldFact[];
  body: FieldFact[];
  /** A body is sent whose fields the code does not name where it is sent. */
  isHanded?: boolean;
  /** What was taken out of it by name before: `({code, ...body}) => put(`/depots/${code}`, body)`. */
  leftOut?: readonly string[];
  /** Under what it is sent then: `variables.input.`; empty: as the body itself. */
  handedAs?: string;
  /** A call by name that changes something: a mutation of GraphQL. */
  isChange?: boolean;
  /** It leaves through code that nobody is known to own, which may as well only go there. */
  isThrough?: boolean;
  at: Spot;
  /** Where a wrapper puts its address together, when that is not where it is told. */
  through?: Spot;
  /** What the functions around it are called, the nearest first. */
  names: string[];
  within: FunctionNode[];
  /** Where the product asks for it: the outermost call that tells its address. */
  sites: Spot[];
}

export interface RouteFact {
  /** With `{name}` for what varies. */
  path: string;
  title: string;
  /** Literals that the route names as who may see it, or as what one must be allowed to do. */
  access: string[];
  at: Spot;
}

export interface RuleFact {
  form: string | undefined;
  field: string;
  /** Empty: the form has the field, and nothing is asked of it. */
  rule: string;
  value: string | number | string[] | undefined;
  message: string | undefined;
  at: Spot;
  /** The fields that are checked together, where the rule stands outside of them. */
  schema?: Node;
  /** Functions that use it, so that the calls they make can be told. */
  within: FunctionNode[];
  /** What is handed over together with it: the props of an element that checks by it. */
  beside?: Spot[] | undefined;
  /** The call that its form sends, where the code shows one. */
  call?: CallFact | undefined;
}

export interface ErrorFact {
  code: string;
  message: string;
  status: number | undefined;
  at: Spot;
}

export interface RoleFact {
  name: string;
  at: Spot;
}

/** Who may do something: an action's own name, what a control is called, or a call. */
export interface AccessFact {
  role: string;
  action: string;
  /** The action is a call: `POST /orders/{id}/ship`. */
  isCall?: boolean;
  allowed: boolean;
  at: Spot;
}

export interface StepFact {
  from: string;
  to: string;
  by: string | undefined;
  roles: string[];
  at: Spot;
}

export interface MachineFact {
  /** What the code calls it; a name of the author or of a property. */
  names: string[];
  states: { name: string; at: Spot }[];
  steps: StepFact[];
  initial: string | undefined;
  final: string[];
  at: Spot;
  /** Functions that use it. */
  within: FunctionNode[];
  /** The calls that those lead to. */
  calls?: CallFact[];
}

export interface ConstantFact {
  name: string;
  value: number;
  at: Spot;
}

/** A text for people: what the document is called, a heading, a label, a sentence. */
export interface WordingFact {
  kind: 'document' | 'heading' | 'label' | 'link' | 'sentence';
  text: string;
  at: Spot;
}

/** A type that the sources declare, or an object that documents of GraphQL ask for. */
export interface TypeFact {
  name: string;
  /** Documents ask for its fields; of what type they are is not told. */
  isAsked?: true;
  /** They say themselves what its type is called. */
  isNamed?: true;
  fields: {
    name: string;
    type: FieldFact['type'];
    format: string | undefined;
    optional: boolean;
    nullable: boolean;
    values: string[] | undefined;
    ref: string | undefined;
    at: Spot;
  }[];
  at: Spot;
}

/** A switch that the product asks for, or keeps itself. */
export interface FlagFact {
  name: string;
  default: boolean | number | string | undefined;
  /** Whose library is asked. */
  provider: string | undefined;
  gates: FlagGate[];
  at: Spot[];
}

/** A name under which the product keeps something in the browser. */
export interface StorageFact {
  name: string;
  area: StorageArea | undefined;
  holds: StoredKind | undefined;
  /** The library that keeps it. */
  by: string | undefined;
  at: Spot;
}

/** Everything that the code of a release shows, before it becomes statements. */
export interface CodeFacts {
  calls: CallFact[];
  routes: RouteFact[];
  rules: RuleFact[];
  errors: ErrorFact[];
  roles: RoleFact[];
  access: AccessFact[];
  machines: MachineFact[];
  constants: ConstantFact[];
  wording: WordingFact[];
  types: TypeFact[];
  flags: FlagFact[];
  storage: StorageFact[];
}
