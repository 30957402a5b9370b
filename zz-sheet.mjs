import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const [,,out,h,...names]=process.argv
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const p=await b.newPage({viewport:{width:1600,height:+h}})
const html=names.map(n=>`<img style="height:${h}px;margin-right:8px" src="data:image/png;base64,${readFileSync('/tmp/s-'+n+'.png').toString('base64')}">`).join('')
await p.setContent(`<body style="margin:0;display:flex;background:#888">${html}`); await p.waitForTimeout(300)
await p.screenshot({path:out}); await b.close()
