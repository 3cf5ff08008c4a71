export { asyncapiDocument } from './asyncapi-document.ts';
export { errorCauses } from './error-causes.ts';
export { type JsonSchema, nameOf, plain } from './named-schemas.ts';
export { openapiDocument } from './openapi-document.ts';
