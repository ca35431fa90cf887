/** The checker that decides, whatever a search believes, whether a reordering is a witness. */
package io.racedet.witness.checker;
