import { mount } from 'svelte'
import App from './App.svelte'
import './styles.css'

mount(App, { target: document.getElementById('app')! })

// The service worker makes the page open without a connection. Not while developing: files change under its feet.
// It comes last: on a slow network the page itself goes first.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => {
    setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), 1000)
  })
