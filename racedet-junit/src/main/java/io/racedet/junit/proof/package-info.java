/** Proofs of races of long recordings, of which only parts are searched. */
package io.racedet.junit.proof;
