import type { FastifyRequest } from 'fastify';
import type { PaddleWorld } from '../world.ts';
import { pageOf, type Query } from './list-page.ts';

/** `{ data, meta }` around one entity. */
export function one<T>(request: FastifyRequest, entity: T): { data: T; meta: object } {
  return { data: entity, meta: { request_id: request.id } };
}

/** `{ data, meta }` around one page of entities, by the request's cursor. */
export function many<T extends { id: string }>(
  world: PaddleWorld,
  request: FastifyRequest,
  all: readonly T[],
): object {
  const query = queryOf(request);
  const path = request.url.split('?')[0]?.replace(/^\/paddle/, '') ?? '';
  const page = pageOf(all, query, `${world.apiUrl}${path}`);
  return { data: page.data, meta: { request_id: request.id, pagination: page.pagination } };
}

/** The query's parameters; of a repeated one, the last. */
export function queryOf(request: FastifyRequest): Query {
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );
}

/** The related entities that `include=a,b` asks for. */
export function included(request: FastifyRequest): ReadonlySet<string> {
  return new Set((queryOf(request)['include'] ?? '').split(','));
}

/** The `:id` of the path. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
