/** Everything a test author sees: annotations, the check for a block, and the errors they raise. */
package io.racedet.junit;
