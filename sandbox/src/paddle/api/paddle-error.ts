/** An error in Paddle's format. See https://developer.paddle.com/errors for the codes. */
export class PaddleError extends Error {
  readonly status: number;
  readonly group: string;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(
    status: number,
    where: { group: string; code: string },
    detail: string,
    errors: readonly FieldError[] = [],
  ) {
    super(detail);
    this.status = status;
    this.group = where.group;
    this.code = where.code;
    this.errors = errors;
  }
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Creates a 404 error for an unknown id. */
export function notFound(id: string): PaddleError {
  return new PaddleError(404, { group: 'shared', code: 'not_found' }, `Entity ${id} not found`);
}

/** Creates a 400 error with the invalid fields. */
export function invalidFields(errors: readonly FieldError[]): PaddleError {
  return new PaddleError(
    400,
    { group: 'shared', code: 'invalid_field' },
    'Request does not pass validation.',
    errors,
  );
}

/** Returns the response body of an error: `{ error: { type, code, detail, documentation_url, errors? }, meta: { request_id } }`. */
export function errorBody(error: PaddleError, requestId: string): object {
  return {
    error: {
      type: error.status >= 500 ? 'api_error' : 'request_error',
      code: error.code,
      detail: error.message,
      documentation_url: `https://developer.paddle.com/errors/${error.group}/${error.code}`,
      ...(error.errors.length > 0 ? { errors: error.errors } : {}),
    },
    meta: { request_id: requestId },
  };
}
