/** Programs with a data race, which must be found. */
package io.racedet.samples.racy;
