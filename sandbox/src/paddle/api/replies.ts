import type { FastifyRequest } from 'fastify';
import type { PaddleContext } from '../context.ts';

/** One page of a list in Paddle's format. */
interface ListPage<T> {
  readonly data: readonly T[];
  readonly pagination: {
    readonly per_page: number;
    readonly next: string;
    readonly has_more: boolean;
    readonly estimated_total: number;
  };
}

type Query = Readonly<Record<string, string | undefined>>;

const MAX_PER_PAGE = 200;

const DEFAULT_PER_PAGE = 50;

/**
 * Cursor pagination (https://developer.paddle.com/api-reference/about/pagination): `after` is the id of the last entity seen, `order_by` is
 * `id[ASC]` or `id[DESC]`, `next` is a complete URL with the request's filters.
 */
function pageOf<T extends { id: string }>(all: readonly T[], query: Query, url: string): ListPage<T> {
  const descending = /\[DESC\]$/i.test(query['order_by'] ?? '');
  const ordered = descending ? all.toReversed() : all;
  const after = query['after'];
  const start = after === undefined ? 0 : ordered.findIndex((entity) => entity.id === after) + 1;
  const wanted = Number(query['per_page'] ?? DEFAULT_PER_PAGE);
  const perPage = Math.min(MAX_PER_PAGE, Number.isInteger(wanted) && wanted > 0 ? wanted : DEFAULT_PER_PAGE);
  const data = ordered.slice(start, start + perPage);
  const next = new URL(url);
  for (const [name, value] of Object.entries(query)) if (value) next.searchParams.set(name, value);
  const last = data.at(-1);
  if (last !== undefined) next.searchParams.set('after', last.id);
  return {
    data,
    pagination: {
      per_page: perPage,
      next: next.href,
      has_more: start + data.length < ordered.length,
      estimated_total: ordered.length,
    },
  };
}

/** Returns whether the query lacks the filter, or has `value` among its comma-separated values. */
export function matches(query: Query, name: string, value: string | null | undefined): boolean {
  const wanted = query[name];
  if (wanted === undefined || wanted === '') return true;
  return value !== null && value !== undefined && wanted.split(',').includes(value);
}

/** Paddle's comparisons of a time: `updated_at[GTE]=…`, and `updated_at=…` for the same time. */
const comparisons: readonly (readonly [string, (difference: number) => boolean])[] = [
  ['', (difference) => difference === 0],
  ['[LT]', (difference) => difference < 0],
  ['[LTE]', (difference) => difference <= 0],
  ['[GT]', (difference) => difference > 0],
  ['[GTE]', (difference) => difference >= 0],
];

/** Returns whether a time is within the limits that the query has for it; a missing time is outside of any. */
export function isWithin(query: Query, name: string, time: string | null | undefined): boolean {
  return comparisons.every(([suffix, holds]) => {
    const limit = query[`${name}${suffix}`];
    if (limit === undefined || limit === '') return true;
    return typeof time === 'string' && holds(Date.parse(time) - Date.parse(limit));
  });
}

/** `{ data, meta }` around one entity. */
export function one<T>(request: FastifyRequest, entity: T): { data: T; meta: object } {
  return { data: entity, meta: { request_id: request.id } };
}

/** `{ data, meta }` around one page of entities at the request's cursor. */
export function many<T extends { id: string }>(
  context: PaddleContext,
  request: FastifyRequest,
  all: readonly T[],
): object {
  const query = queryOf(request);
  const path = request.url.split('?')[0]?.replace(/^\/paddle/, '') ?? '';
  const page = pageOf(all, query, `${context.apiUrl}${path}`);
  return { data: page.data, meta: { request_id: request.id, pagination: page.pagination } };
}

/** Returns the query's parameters; the last value of a repeated one. */
export function queryOf(request: FastifyRequest): Query {
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );
}

/** Returns the related entities of `include=a,b`. */
export function included(request: FastifyRequest): ReadonlySet<string> {
  return new Set((queryOf(request)['include'] ?? '').split(','));
}

/** Returns the `:id` of the path. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
