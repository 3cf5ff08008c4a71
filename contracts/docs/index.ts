export { asyncapiDocument } from './asyncapi-document.ts';
export { openapiDocument } from './openapi-document.ts';
