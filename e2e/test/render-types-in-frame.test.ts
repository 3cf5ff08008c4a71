import { testRenderTypes } from './fixtures/render-type-tests.ts';

testRenderTypes('frame');
