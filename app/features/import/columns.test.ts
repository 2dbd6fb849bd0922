import { expect, test } from 'vitest'
import { recognizeColumns } from './columns.ts'

test.each([
  [
    'a manager’s program',
    'Booking ID,Guest First Name,Guest Last Name,Check In,Check Out,Total Price,Booking Status,Channel',
    'reference,firstName,lastName,checkIn,checkOut,total,status,source',
  ],
  [
    'a list with a number sign',
    'Reservation #,Guest,Arrival Date,Departure Date,Guest Total,Amount Paid,Balance Due',
    'reference,guest,checkIn,checkOut,total,paid,due',
  ],
  [
    'a list of payments',
    'Booking number,Booker name,Check-in date,Check-out date,Total payment,Commission',
    'reference,guest,checkIn,checkOut,total,',
  ],
  ['German', 'Gast,Anreise,Abreise,Preis,Telefonnummer', 'guest,checkIn,checkOut,total,phone'],
  ['French', 'Numéro de réservation,Arrivée,Départ,Prix', 'reference,checkIn,checkOut,total'],
  [
    'Spanish',
    'Código de confirmación,Estado,Nombre del huésped,Fecha de inicio,Fecha de fin',
    'reference,status,guest,checkIn,checkOut',
  ],
  ['Italian', 'Ospite,Arrivo,Partenza,Stato,Prezzo', 'guest,checkIn,checkOut,status,total'],
  ['Dutch', 'Gast,Aankomst,Vertrek,Prijs', 'guest,checkIn,checkOut,total'],
  ['a guest’s name twice: the first is taken', 'Guest name,Name,Check-in,Check-out', 'guest,,checkIn,checkOut'],
])('the columns of a file are recognized by their headings: %s', (_, header, fields) => {
  expect(recognizeColumns('bookings', header.split(','))).toEqual(fields.split(','))
})
