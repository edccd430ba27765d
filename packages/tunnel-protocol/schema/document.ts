import * as z from 'zod/mini';
import {
  accessChoices,
  accessMethods,
  addedAccessMethods,
  blockListNames,
  forwardRefusals,
  meteredChoices,
  meterings,
  openvpnVariants,
  platformFeatures,
  portProtocols,
  protocolChoices,
  proxyModes,
  proxyTroubles,
  routeStates,
  splitModes,
  transportChoices,
  variantChoices,
  wireguardOverChoices,
  wireguardPortChoices,
  wireguardTransports,
} from '../src/choices.ts';
import { commandErrors, commands } from '../src/commands.ts';
import { replyForm } from '../src/frames.ts';
import { listFailures } from '../src/saved/name-list-commands.ts';
import { nameListKinds } from '../src/saved/name-lists.ts';
import { maxCommandLength, protocolVersion } from '../src/request-envelope.ts';
import { blockReasons, snapshot } from '../src/snapshot.ts';
import { updateRefusals } from '../src/update-commands.ts';

type Json = Readonly<Record<string, unknown>>;

/** Enumerations with their own definition in the document, so that a client gets one type for each. */
const lists = {
  AccessChoice: accessChoices,
  AccessMethod: accessMethods,
  AddedAccessMethod: addedAccessMethods,
  BlockReason: blockReasons,
  CommandError: commandErrors,
  CommandName: Object.keys(commands),
  BlockListName: blockListNames,
  ForwardRefusal: forwardRefusals,
  ListFailure: listFailures,
  NameListKind: nameListKinds,
  MeteredChoice: meteredChoices,
  Metering: meterings,
  OpenvpnVariant: openvpnVariants,
  PlatformFeature: platformFeatures,
  PortProtocol: portProtocols,
  ProtocolChoice: protocolChoices,
  ProxyMode: proxyModes,
  ProxyTrouble: proxyTroubles,
  RouteState: routeStates,
  SplitMode: splitModes,
  // In the order of its schema, which begins with the numbers.
  TransportChoice: z.enum(transportChoices).options,
  UpdateRefusal: updateRefusals,
  VariantChoice: variantChoices,
  WireguardOverChoice: wireguardOverChoices,
  WireguardPortChoice: wireguardPortChoices,
  WireguardTransport: wireguardTransports,
} as const;

/** Named parts of definitions, by the path of their first occurrence; equal parts elsewhere refer to them. */
const parts: Readonly<Record<string, readonly (string | number)[]>> = {
  GatewayLocation: ['Snapshot', 'properties', 'tunnel', 'oneOf', 1, 'properties', 'place', 'anyOf', 0],
  Way: ['Snapshot', 'properties', 'tunnel', 'oneOf', 1, 'properties', 'way', 'anyOf', 0],
  Link: ['Snapshot', 'properties', 'tunnel', 'oneOf', 2, 'properties', 'link'],
  TunnelState: ['Snapshot', 'properties', 'tunnel'],
  SplitTunnel: ['Snapshot', 'properties', 'settings', 'properties', 'splitTunnel'],
  LocationList: ['Snapshot', 'properties', 'settings', 'properties', 'locationLists', 'items'],
  BlockLists: [
    'Snapshot',
    'properties',
    'settings',
    'properties',
    'profiles',
    'items',
    'properties',
    'blockLists',
  ],
  SplitDomain: ['Snapshot', 'properties', 'settings', 'properties', 'splitDns', 'items'],
  NameList: ['Snapshot', 'properties', 'settings', 'properties', 'nameLists', 'items'],
  NameListRow: ['NameListListResult', 'properties', 'lists', 'items'],
  BlockCount: ['BlockCountsResult', 'properties', 'lists', 'items'],
  Profile: ['Snapshot', 'properties', 'settings', 'properties', 'profiles', 'items'],
  NetworkRule: ['Snapshot', 'properties', 'settings', 'properties', 'networkRules', 'items'],
  Route: ['Snapshot', 'properties', 'settings', 'properties', 'routes', 'items'],
  RouteTraffic: ['Snapshot', 'properties', 'routes', 'items'],
  LocationProxyState: ['Snapshot', 'properties', 'locationProxies', 'items'],
  Settings: ['Snapshot', 'properties', 'settings'],
  ForwardedPort: ['Snapshot', 'properties', 'forwardedPorts', 'items'],
  Exit: ['Snapshot', 'properties', 'exit', 'anyOf', 0],
  ConnectionDetails: ['StatusDetailsResult', 'properties', 'details', 'anyOf', 0],
  Device: ['AccountDevicesResult', 'properties', 'devices', 'items'],
  StatisticsSession: ['StatisticsSessionsResult', 'properties', 'sessions', 'items'],
  MonthSums: ['StatisticsResult', 'properties', 'months', 'items'],
  Location: ['LocationsResult', 'properties', 'locations', 'items'],
  AccessTest: ['ApiTestResult', 'properties', 'results', 'items'],
};

/** The lines that `readEnvelope` accepts. */
export const request = z.strictObject({
  v: z.literal(protocolVersion),
  id: z.int().check(z.minimum(0)),
  command: z.string().check(z.maxLength(maxCommandLength)),
  params: z.record(z.string(), z.unknown()),
});

/** Returns the protocol as JSON Schema: requests, replies, the parameters and result of each command, and their parts. */
export function protocolSchema(): Json {
  const registry = z.registry<{ readonly id: string }>();
  const name = (schema: z.ZodMiniType, id: string): void => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };
  name(snapshot, 'Snapshot');
  name(request, 'Request');
  name(replyForm(), 'Reply');
  const made = new Map<string, z.ZodMiniType>();
  for (const [command, { params, result }] of Object.entries(commands)) {
    made.set(`${pascal(command)}Params`, params);
    made.set(`${pascal(command)}Result`, result);
  }
  for (const [id, schema] of made) if (schema !== snapshot && !isEmpty(schema)) name(schema, id);
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    metadata: registry,
    uri: (id) => `#/$defs/${id}`,
    override: ({ jsonSchema }) => {
      // A later version may add fields; and JavaScript's integer limits are equivalent to no limit.
      delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  let defs: Json = Object.fromEntries(
    Object.entries(schemas)
      .map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [id, schema] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  for (const [id, values] of Object.entries(lists))
    defs = named(defs, id, { type: 'string', enum: [...values] });
  for (const [id, path] of Object.entries(parts)) defs = named(defs, id, definitionAt(defs, path));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Messages between cometd and its clients',
    $defs: Object.fromEntries(Object.entries(defs).sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** `login.second-factor` becomes `LoginSecondFactor`. */
function pascal(command: string): string {
  return command.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a schema takes an object without fields, which needs no name. */
function isEmpty(schema: z.ZodMiniType): boolean {
  const { properties } = z.toJSONSchema(schema) as { properties?: Json };
  return properties !== undefined && Object.keys(properties).length === 0;
}

/** Adds a definition, and makes every part that is equal to it refer to it. */
function named(defs: Json, id: string, definition: unknown): Json {
  const text = JSON.stringify(definition);
  const replaced = (part: unknown): unknown => {
    if (JSON.stringify(part) === text) return { $ref: `#/$defs/${id}` };
    if (Array.isArray(part)) return part.map(replaced);
    if (typeof part !== 'object' || part === null) return part;
    // A default in addition to a reference: the reference applies, and the default stays in its place.
    const { default: fallback, ...rest } = part as Record<string, unknown>;
    if (
      fallback !== undefined &&
      JSON.stringify(sorted(rest)) === JSON.stringify(sorted(definition as object))
    )
      return { default: fallback, allOf: [{ $ref: `#/$defs/${id}` }] };
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replaced(value)]));
  };
  return { ...(replaced(defs) as Json), [id]: definition };
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function definitionAt(defs: Json, path: readonly (string | number)[]): unknown {
  const found = path.reduce<unknown>((part, key) => (part as Json | undefined)?.[key], defs);
  if (found === undefined) throw new Error(`schema: nothing at ${path.join('/')}`);
  return found;
}
