// Without the theme’s web fonts: what a system has is there at once.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default DefaultTheme;
