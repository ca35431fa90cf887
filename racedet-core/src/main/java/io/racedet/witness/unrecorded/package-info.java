/** Which reorderings hold for a program of which not every access was recorded. */
package io.racedet.witness.unrecorded;
