import { expect, test } from 'vitest'
import { firstName, greeting } from './greeting.ts'

test.each([
  ['Ada Guest', 'Hi Ada,'],
  ['Ada', 'Hi Ada,'],
  ['Dr. Martin Luther King, Jr.', 'Hi Martin,'],
  ['Dr. Martin King', 'Hi Martin,'],
  ['Prof. Dr. Ida Berg', 'Hi Ida,'],
  ['Herr Jan Berg', 'Hi Jan,'],
  ['Berg, Ida', 'Hi Ida,'],
  ['Berg, Dr. Ida', 'Hi Ida,'],
  ['van der Berg, Ida Maria', 'Hi Ida,'],
  ['Ida Berg, PhD', 'Hi Ida,'],
  ['Ida & Bo Berg', 'Hi Ida,'],
  ['Anne-Marie O’Brien', 'Hi Anne-Marie,'],
  ['مريم حسن', 'Hi مريم,'],
  ['Mr. & Mrs. O’Brien', 'Hello,'],
  ['Mr. and Mrs. John Smith', 'Hello,'],
  ['Dr. King', 'Hello,'],
  ['Frau Berg', 'Hello,'],
  ['Familie Berg', 'Hello,'],
  ['Dr.', 'Hello,'],
  ['J. R. Smith', 'Hello,'],
  ['win.example', 'Hello,'],
  ['Visit www.win.example', 'Hello,'],
  ['', 'Hello,'],
  [', ', 'Hello,'],
])('%j is greeted with %j', (name, words) => {
  expect(greeting(name)).toBe(words)
})

test.each([
  ['Ada Guest', 'Ada'],
  ['Berg, Ida', 'Ida'],
  ['Dr. Martin King', 'Martin'],
  ['Mr. & Mrs. O’Brien', 'Mr. & Mrs. O’Brien'],
  [' Dr. King ', 'Dr. King'],
  ['', ''],
])('on a page, %j is called %j', (name, words) => {
  expect(firstName(name)).toBe(words)
})
