// The theme without its web fonts, because system fonts need no download.

import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import PaymentPlayground from './payment-playground.vue';
import './style.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('PaymentPlayground', PaymentPlayground);
  },
};

export default theme;
