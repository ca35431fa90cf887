/** What the tests of all modules take. */
package io.racedet.samples.time;
