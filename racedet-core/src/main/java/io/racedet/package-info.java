/** The facade: feeds of events in, races out. The only package that joins feeds with engines. */
package io.racedet;
