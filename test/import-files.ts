/**
 * Files as other systems export them. Guests, references and amounts are made up. The headings of Airbnb, Lodgify and
 * PriceLabs are the real ones, and those of OwnerRez are a guess.
 */
export const FILES = {
  airbnb: `Confirmation code,Status,Guest name,Contact,# of adults,# of children,# of infants,Start date,End date,# of nights,Booked,Listing,Earnings
HMAAAA1111,Confirmed,Ida Berg,+1 970 555 0101,2,1,0,07/04/2027,07/11/2027,7,2027-01-12,Lakeside cabin with hot tub,"$4,830.50"
HMBBBB2222,Canceled by guest,Bo Canceled,,2,0,0,7/12/2027,7/15/2027,3,2027-01-13,Lakeside cabin with hot tub,$0.00
HMCCCC3333,Confirmed,"Cy ""Ace"" O’Hara",,4,0,1,7/14/2027,7/18/2027,4,2027-01-14,Lakeside cabin with hot tub,"$2,100.00"
HMDDDD4444,Past guest,Di Past,,2,0,0,05/01/2027,05/05/2027,4,2027-01-15,Lakeside cabin with hot tub,$900.00
`,
  lodgify: `\uFEFFId;Source;SourceText;Name;Email;Phone;People;CountryName;DateArrival;DateDeparture;Nights;Currency;TotalAmount;Status\r
7001;Manual;;Eva Lind;eva@example.com;+46 70 555 01 02;3;Sweden;2027-08-01;2027-08-06;5;USD;1.250,00;Booked\r
7002;AirbnbIntegration;HMEEEE5555;Finn Öst;;;2;Norway;2027-08-10;2027-08-12;2;USD;640;Booked\r
7003;Website;;Gil Asks;gil@example.com;;2;France;2027-08-20;2027-08-25;5;USD;900;Open\r
`,
  ownerRez: `Booking,Property,Guest,Email,Phone,Arrival,Departure,Adults,Children,Pets,Status,Channel,Total,Paid,Notes
ORB1001,Cabin,Hal Stone,hal@example.com,(970) 555-0103,"Sunday, October 3, 2027",10 Oct 2027,2,2,1,Active,VRBO,"$3,300.00","$1,650.00","Arrives late.
Wants the crib."
ORB1002,Cabin,Jo Field,not an address,,10/12/2027,10/09/2027,2,0,0,Active,Direct,1000,1200,
ORB1003,Lodge,Kim Lake,kim@example.com,,10/12/2027,10/15/2027,two,0,0,Blocked,Direct,€900,0,
`,
  priceLabs: `# PriceLabs prices
Listing ID,Listing Name,Date,Recommended Price,Your Price,Min Stay
1,Cabin,2027-10-01,600,655,3
1,Cabin,2027-10-02,610,655,3
1,Cabin,2027-10-03,480,$480.00,2
1,Cabin,2027-10-03,470,470,2
1,Cabin,2027-05-01,470,470,2
1,Cabin,2027-13-01,470,470,2
1,Cabin,2027-10-05,0,0.5,2
`,
} as const
