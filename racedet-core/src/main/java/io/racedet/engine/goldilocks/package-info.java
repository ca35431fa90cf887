/** The update list and the locksets of Goldilocks. */
package io.racedet.engine.goldilocks;
