/** Programs with a data race, to be found. */
package io.racedet.samples.racy;
