import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const url='http://localhost:3911'
const logins=JSON.parse(readFileSync('/tmp/demoA/logins.json'))
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const ctx=await b.newContext({locale:'en-GB'})
await ctx.request.post(url+'/api/auth/sign-in/username',{headers:{origin:url},data:logins[1]})
const feed=await (await ctx.request.get(url+'/api/v1/feed')).json()
const p=await ctx.newPage(); await p.setViewportSize({width:390,height:844})
await p.goto(url+'/post/'+feed.items[2].id); await p.waitForTimeout(1200)
await p.getByRole('button',{name:/More/}).first().click(); await p.waitForTimeout(600); await p.screenshot({path:'/tmp/s-more.png'})
await p.getByRole('menuitem',{name:/Report/}).click(); await p.waitForTimeout(900); await p.screenshot({path:'/tmp/s-report.png'})
for (const [i,kind] of [[3,'post'],[4,'post']]) console.log((await ctx.request.post(url+'/api/v1/reports',{headers:{origin:url},data:{kind,id:feed.items[i].id,reason:'spam',note:'He has posted the same three times today.'}})).status())
await b.close()
